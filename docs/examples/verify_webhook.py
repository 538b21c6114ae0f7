"""Whether a webhook message is genuine: signed with the secret, and not older than five minutes."""
import base64
import hashlib
import hmac
import time


def is_genuine(body: bytes, headers: dict, secret: str) -> bool:
    """body: as it arrived, before any parsing; headers: with names in lower case; secret: whsec_…"""
    sent_at = headers.get("webhook-timestamp", "0")
    if not sent_at.isdigit() or abs(time.time() - int(sent_at)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers.get('webhook-id')}.{sent_at}.".encode() + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    signatures = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(f"v1,{expected}", signature) for signature in signatures)
