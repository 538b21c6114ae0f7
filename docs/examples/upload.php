<?php
// Uploads a video with PHP's curl and prints where it plays.
//   SHOAL_URL=… SHOAL_KEY=… php upload.php film.mp4

const CHUNK_BYTES = 5_000_000;

/** @param array<string, mixed>|string|null $body an array is sent as a form, a text as JSON */
function call(string $method, string $address, array|string|null $body = null, array $headers = []): array
{
    $request = curl_init(getenv('SHOAL_URL') . $address);
    $headers[] = 'Authorization: Bearer ' . getenv('SHOAL_KEY');
    if (is_string($body)) {
        $headers[] = 'Content-Type: application/json';
    }
    curl_setopt_array($request, [
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_HTTPHEADER => $headers,
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 300,
    ]);
    if ($body !== null) {
        curl_setopt($request, CURLOPT_POSTFIELDS, $body);
    }
    $text = curl_exec($request);
    if ($text === false) {
        throw new RuntimeException(curl_error($request));
    }
    $answer = json_decode($text, true, flags: JSON_THROW_ON_ERROR);
    if (curl_getinfo($request, CURLINFO_RESPONSE_CODE) >= 300) {
        throw new RuntimeException($answer['code'] . ': ' . $answer['message']);
    }
    return $answer;
}

$path = $argv[1];
$size = filesize($path);
$wanted = ['title' => basename($path), 'originalname' => basename($path), 'size' => $size];
$key = 'Idempotency-Key: ' . bin2hex(random_bytes(16));
$video = call('POST', '/api/videos', json_encode($wanted, JSON_THROW_ON_ERROR), [$key])['uuid'];
$count = max(1, (int) ceil($size / CHUNK_BYTES));
$file = fopen($path, 'rb');
for ($number = 0; $number < $count; $number++) {
    $bytes = (string) stream_get_contents($file, CHUNK_BYTES);
    call('POST', "/api/videos/$video/$number", [
        'checksum' => hash('sha256', $bytes),
        'end' => $number === $count - 1 ? 'true' : 'false',
        'video' => new CURLStringFile($bytes, 'chunk', 'application/octet-stream'),
    ]);
}
echo call('GET', "/api/videos/$video")['embedUrl'], PHP_EOL;
