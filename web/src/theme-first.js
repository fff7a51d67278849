// Runs as a file in <head>, before the first paint: someone who chose dark never sees a white flash.
try {
  const theme = localStorage.getItem('byre.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is forbidden here: the device's own preference stands.
}
