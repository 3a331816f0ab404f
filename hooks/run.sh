  node=@NODE@
  program=@PROGRAM@
  ran=0
  if [ -f "$program" ] && [ -x "$node" ]; then
    "$node" "$program" hook @NAME@ "$@" || ran=$?
  elif [ -f "$program" ] && command -v node >/dev/null 2>&1; then
    node "$program" hook @NAME@ "$@" || ran=$?
  elif command -v pagefile >/dev/null 2>&1; then
    pagefile hook @NAME@ "$@" || ran=$?
  else
    echo "pagefile: $program is gone and no pagefile is on PATH." >&2
    ran=127
  fi
