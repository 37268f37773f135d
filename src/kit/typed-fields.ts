const typed = new Set<Node>()

/** From now on it is known what is typed; ends with what it answers. */
export function watchTyping(): () => void {
  const remember = ({ target }: Event) => target instanceof Node && typed.add(target)
  document.addEventListener('input', remember)
  return () => document.removeEventListener('input', remember)
}

/** Whether something was typed that is still on the screen, and would go with the page. */
export function hasTypedFields(): boolean {
  for (const field of typed) if (!field.isConnected) typed.delete(field)
  return typed.size > 0
}
