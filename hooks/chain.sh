next=$(dirname "$0")/@NEXT@
if [ -x "$next" ]; then
  exec "$next" "$@"
fi
