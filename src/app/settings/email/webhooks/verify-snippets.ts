/** Example programs that verify the signature of a request, with the standard library or one dependency. */

export const snippetLanguages = [
  { id: 'node', name: 'Node' },
  { id: 'python', name: 'Python' },
  { id: 'go', name: 'Go' },
] as const;

export type SnippetLanguage = (typeof snippetLanguages)[number]['id'];

/** The headers that carry the signature and the time; the names are a fact of the wire. */
const signatureHeader = 'X-Twilio-Email-Event-Webhook-Signature';
const timestampHeader = 'X-Twilio-Email-Event-Webhook-Timestamp';

/** The example with the key in its place, or with a placeholder while there is none. */
export function snippetOf(language: SnippetLanguage, publicKey: string): string {
  const key = publicKey === '' ? 'PUBLIC KEY OF THE WEBHOOK' : publicKey;
  return snippets[language](key);
}

const snippets: Record<SnippetLanguage, (key: string) => string> = {
  node: (key) => `import { verify } from 'node:crypto';

const key = {
  key: Buffer.from('${key}', 'base64'),
  format: 'der',
  type: 'spki',
};

// body: the raw body as a Buffer, before anything has read it as JSON.
export function isGenuine(headers, body) {
  const signature = headers['${signatureHeader.toLowerCase()}'] ?? '';
  const time = headers['${timestampHeader.toLowerCase()}'] ?? '';
  const signed = Buffer.concat([Buffer.from(time), body]);
  return verify('sha256', signed, key, Buffer.from(signature, 'base64'));
}
`,
  python: (key) => `# pip install cryptography
from base64 import b64decode
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_der_public_key

key = load_der_public_key(b64decode("${key}"))

# body: the raw body as bytes, before anything has read it as JSON.
def is_genuine(headers, body):
    signature = b64decode(headers["${signatureHeader}"])
    time = headers["${timestampHeader}"].encode()
    try:
        key.verify(signature, time + body, ECDSA(SHA256()))
        return True
    except InvalidSignature:
        return False
`,
  go: (key) => `package webhook

import (
	"crypto/ecdsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"net/http"
)

const publicKey = "${key}"

// body: the raw body, before anything has read it as JSON.
func isGenuine(header http.Header, body []byte) bool {
	der, err := base64.StdEncoding.DecodeString(publicKey)
	if err != nil {
		return false
	}
	parsed, err := x509.ParsePKIXPublicKey(der)
	if err != nil {
		return false
	}
	key, ok := parsed.(*ecdsa.PublicKey)
	signature, err := base64.StdEncoding.DecodeString(header.Get("${signatureHeader}"))
	if !ok || err != nil {
		return false
	}
	signed := append([]byte(header.Get("${timestampHeader}")), body...)
	hash := sha256.Sum256(signed)
	return ecdsa.VerifyASN1(key, hash[:], signature)
}
`,
};
