import { useEffect, useRef } from 'react'

/** `text`: what their rows say until the list is read again; empty where something was taken back. */
type Told = { ids: readonly string[]; text: string }

// One for both ends: a channel does not hear itself, but would hear another of its own page.
let line: BroadcastChannel | null = null
function openLine(): BroadcastChannel {
  line ??= new BroadcastChannel('pujante decisions')
  return line
}

/** What was decided here, for the other tabs of this browser. */
export function tellOtherTabs(told: Told): void {
  openLine().postMessage(told)
}

/** Hears what was decided in another tab. */
export function useOtherTabs(hear: (told: Told) => unknown): void {
  const latest = useRef(hear)
  latest.current = hear
  useEffect(() => {
    const channel = openLine()
    const listen = ({ data }: MessageEvent) => latest.current(data as Told)
    channel.addEventListener('message', listen)
    return () => channel.removeEventListener('message', listen)
  }, [])
}
