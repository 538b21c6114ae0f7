#!/usr/bin/env bash
# Whether a webhook message is genuine: signed with the secret, and not older than five minutes. Ends with 0 if it is.
#   WEBHOOK_SECRET=whsec_… ./verify-webhook.sh ID TIMESTAMP SIGNATURES < body
set -euo pipefail
id=$1 sent_at=$2 signatures=$3
age=$(($(date +%s) - sent_at))
[ "${age#-}" -le 300 ]
key=$(printf %s "${WEBHOOK_SECRET#whsec_}" | base64 -d | od -An -tx1 | tr -d ' \n')
expected=v1,$({ printf '%s.%s.' "$id" "$sent_at"; cat; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
case " $signatures " in *" $expected "*) ;; *) exit 1 ;; esac
