#!/bin/sh
# Runs a command of Patchbay as the user of patchbay.service and with its settings (docs/guides/install.md):
# `sudo patchbay member list`. What the settings say goes before what is set here.
exec systemd-run --quiet --pipe --wait --collect \
  --property=User=patchbay --property=DynamicUser=yes --property=UMask=0077 \
  --property='StateDirectory=patchbay patchbay/backups' --property=StateDirectoryMode=0700 --property=WorkingDirectory=/var/lib/patchbay \
  --property=EnvironmentFile=-/etc/patchbay/settings --setenv=NODE_ENV=production \
  --setenv=DATA_DIR=/var/lib/patchbay --setenv=BACKUP_TARGET=/var/lib/patchbay/backups \
  /usr/bin/node /opt/patchbay/bin/patchbay.mjs "$@"
