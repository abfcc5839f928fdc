#!/bin/sh
# Makes the secrets of compose.yaml, once: a second run changes nothing and fails. Each container sees only its own files, and
# reads them as another user; who else has an account on this machine does not get into the folder.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir secrets

random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }

password=$(random)
printf '%s' "$password" >secrets/database_password
printf 'postgres://patchbay:%s@pooler:6432/patchbay' "$password" >secrets/database_url
printf 'postgres://patchbay:%s@database:5432/patchbay' "$password" >secrets/database_notify_url
printf '"patchbay" "%s"\n' "$password" >secrets/pooler_users
random >secrets/secret_key
random >secrets/metrics_token
chmod 644 secrets/*
