// Runs in every page of the bench, before anything of it.
const interactions = new Map()
new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries())
    if (interactionId > 0)
      interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0))
}).observe({ type: 'event', durationThreshold: 16 })

window.recorder = {
  /** Milliseconds of each interaction since the last call. */
  takeInteractions() {
    const durations = [...interactions.values()]
    interactions.clear()
    return durations
  },

  /** From the next click's own time until the frame with a table of this caption and so many rows is painted. */
  awaitTable(caption, rows) {
    const isThere = () =>
      [...document.querySelectorAll('table')].some(
        (table) => table.caption?.textContent === caption && table.tBodies[0]?.rows.length === rows,
      )
    this.painted = new Promise((resolve) => {
      let clickedAt = 0
      const onClick = ({ timeStamp }) => {
        clickedAt = timeStamp
      }
      document.addEventListener('click', onClick, { capture: true, once: true })
      const observer = new MutationObserver(() => {
        if (clickedAt === 0 || !isThere()) return
        observer.disconnect()
        requestAnimationFrame(() => {
          const afterPaint = new MessageChannel()
          afterPaint.port1.onmessage = () => resolve(performance.now() - clickedAt)
          afterPaint.port2.postMessage(null)
        })
      })
      observer.observe(document.body, { childList: true, subtree: true })
    })
  },
}
