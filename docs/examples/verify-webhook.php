<?php
/**
 * Whether a webhook message is genuine: signed with the secret, and not older than five minutes.
 *
 * @param string $body as it arrived: file_get_contents('php://input')
 * @param array<string, string> $headers with names in lower case: array_change_key_case(getallheaders())
 * @param string $secret whsec_…
 */
function is_genuine(string $body, array $headers, string $secret): bool
{
    $sentAt = $headers['webhook-timestamp'] ?? '0';
    if (!ctype_digit($sentAt) || abs(time() - (int) $sentAt) > 300) {
        return false;
    }
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
    $signed = ($headers['webhook-id'] ?? '') . '.' . $sentAt . '.' . $body;
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}
