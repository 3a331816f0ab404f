if [ "${PAGEFILE_HOOKS:-1}" = 0 ]; then
  git merge-file -q --marker-size=%L %A %O %B
elif [ -f @PROGRAM@ ] && [ -x @NODE@ ]; then
  @NODE@ @PROGRAM@ merge-driver %O %A %B %P
elif [ -f @PROGRAM@ ] && command -v node >/dev/null 2>&1; then
  node @PROGRAM@ merge-driver %O %A %B %P
elif command -v pagefile >/dev/null 2>&1; then
  pagefile merge-driver %O %A %B %P
else
  echo "pagefile: the merge driver of this repository is gone; our version of" %P "stands, unmerged." >&2
  echo "pagefile: run \`pagefile hooks install\`, then \`git checkout -m --\`" %P >&2
  exit 1
fi
