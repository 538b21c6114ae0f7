#!/usr/bin/env bash
# Uploads a video with curl and prints where it plays.
#   SHOAL_URL=… SHOAL_KEY=… ./upload.sh film.mp4
set -euo pipefail
file=$1
name=$(basename "$file")
size=$(($(wc -c <"$file")))
chunk_bytes=5000000
part=$(mktemp)
trap 'rm -f "$part"' EXIT

call() {
  curl --silent --show-error --fail-with-body --retry 3 -H "Authorization: Bearer $SHOAL_KEY" "$@"
}
# One text of an answer: field NAME
field() {
  grep -o "\"$1\":\"[^\"]*\"" | head -n 1 | cut -d '"' -f 4
}

uuid=$(call "$SHOAL_URL/api/videos" --form-string "title=$name" --form-string "originalname=$name" \
  --form-string "size=$size" | field uuid)
count=$(((size + chunk_bytes - 1) / chunk_bytes))
for ((number = 0; number < count; number++)); do
  tail -c "+$((number * chunk_bytes + 1))" "$file" | head -c "$chunk_bytes" >"$part" || true
  checksum=$(sha256sum "$part" | cut -d ' ' -f 1)
  end=$([ "$number" -eq $((count - 1)) ] && echo true || echo false)
  call "$SHOAL_URL/api/videos/$uuid/$number" -F "checksum=$checksum" -F "end=$end" -F "video=@$part" >/dev/null
done
call "$SHOAL_URL/api/videos/$uuid" | field embedUrl
