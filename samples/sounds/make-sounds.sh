#!/usr/bin/env bash
# Makes the sounds of samples that can be heard: each piece of a transcript, spoken by espeak-ng
# (GPL; what it speaks is ours), as MP3 of 16 kbit/s, 16 kHz, mono, without a bit reservoir, so that
# its frames can be put anywhere between frames of silence (samples/sample-sounds.ts). A file is named
# after the second it begins at. Needs espeak-ng and lame; run it after a change of these transcripts.
set -euo pipefail
cd "$(dirname "$0")"

speak() { # <episode> <voice> <voice of others>
  local transcript voice=$2 at='' who first=''
  transcript=$(ls ../transcripts/"$1".*)
  rm -rf "$1" && mkdir "$1"
  while IFS=$'\t' read -r at who text; do
    first=${first:-$who}
    [ "$who" = "$first" ] && voice=$2 || voice=$3
    espeak-ng -v "$voice" -s 185 -g 1 -w /tmp/cue.wav "$text"
    lame --quiet --nores -t -b 16 --resample 16 -m m /tmp/cue.wav "$1/$at.mp3"
  done < <(tr -d '\r' < "$transcript" | awk '
    function flush() { if (text != "") printf "%s\t%s\t%s\n", at, who, text; text = "" }
    / --> / { flush(); split($1, t, /[:.,]/); at = t[1] * 3600 + t[2] * 60 + t[3] "." t[4]; on = 1; next }
    /^$/ { on = 0 }
    on {
      line = $0
      if (match(line, /^<v[^>]*>/)) { who = substr(line, RSTART, RLENGTH); line = substr(line, RLENGTH + 1) }
      else if (match(line, /^[^:]+: /)) { who = substr(line, 1, RLENGTH); line = substr(line, RLENGTH + 1) }
      sub(/^<v[^ ]* /, "", who)
      text = text (text == "" ? "" : " ") line
    }
    END { flush() }')
}

speak tensor-weather-15 en-gb+f3 en-us+m3
speak cafe-kilobyte-13 en-gb-scotland+f2 en-gb+m1
