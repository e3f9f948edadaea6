// Before the first paint, so that a dark screen does not flash white. The key is the UI library's own.
;(() => {
  let kept = null
  try {
    kept = localStorage.getItem('mantine-color-scheme-value')
  } catch {
    // Storage is blocked: the system's choice stands.
  }
  const dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
