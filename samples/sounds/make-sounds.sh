#!/usr/bin/env bash
# Generates the audio clips of the spoken samples: one MP3 for each transcript cue, named after its start in seconds.
# Run it after changing these transcripts. It needs espeak-ng (GPL; its output is ours) and lame. Without a bit
# reservoir, samples/sample-sounds.ts can join clips and silence frame by frame.
set -euo pipefail
cd "$(dirname "$0")"

speak() { # <episode> <voice> <voice of others>
  local transcript voice=$2 at='' who first=''
  transcript=$(ls ../transcripts/"$1".* ../transcribed/"$1".* 2> /dev/null || true)
  rm -rf "$1" && mkdir "$1"
  while IFS=$'\t' read -r at who text; do
    first=${first:-$who}
    [ "$who" = "$first" ] && voice=$2 || voice=$3
    espeak-ng -v "$voice" -s 185 -g 1 -w /tmp/cue.wav "$text"
    lame --quiet --nores -t -b 16 --resample 16 -m m /tmp/cue.wav "$1/$at.mp3"
  done < <(tr -d '\r' < "$transcript" | awk '
    BEGIN { who = "-" }
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
speak loud-agents-16 en-us+m3 en-us+m3
speak steady-hands-memo-14 en-us+f3 en-us+f3
speak silicon-marginalia-13 en-gb+m3 en-gb+m3
speak monday-reconsidered-15 en-us+f2 en-us+f2
