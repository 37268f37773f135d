/** The browser presses a button again and again while Enter is held, whichever has the focus by then: once is meant. */
export function pressOnce(): void {
  document.addEventListener('keydown', (event) => {
    const target = event.target instanceof Element ? event.target : null
    if (event.repeat && event.key === 'Enter' && target?.closest('a, button, summary'))
      event.preventDefault()
  })
}
