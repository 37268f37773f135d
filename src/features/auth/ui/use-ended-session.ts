import { useEffect, useState } from 'react'
import { type AfterEnd, onSessionEndDo } from '#kit/api.ts'
import { hasTypedFields, watchTyping } from '#kit/typed-fields.ts'
import type { SessionUser } from '../contract/endpoints.ts'

/** The question that is open: what ended the waiting, and how it is answered. */
export type Ended = { isChange: boolean; answer: (next: AfterEnd) => void }

/**
 * A session that ends under a page: where something was pressed or typed the person is asked to log in above it, so that
 * nothing is lost; else the page leaves. Replies that come meanwhile wait for the same answer.
 */
export function useEndedSession({ readOnly, team }: SessionUser): Ended | null {
  const [ended, setEnded] = useState<Ended | null>(null)
  // Who only looks at the demonstration has no password.
  const isVisitor = readOnly && !team
  useEffect(() => {
    let asking: Promise<AfterEnd> | null = null
    let stays = false
    const ask = (isChange: boolean) =>
      new Promise<AfterEnd>((resolve) => {
        setEnded({
          isChange,
          answer: (next) => {
            asking = null
            stays = next === 'stay'
            setEnded(null)
            resolve(next)
          },
        })
      })
    onSessionEndDo(async (isChange) => {
      if (asking) return await asking
      if (isVisitor || !(isChange || hasTypedFields())) return 'leave'
      // They would rather stay as they are; the next thing that they press asks again.
      if (stays && !isChange) return 'stay'
      asking = ask(isChange)
      return await asking
    })
    const stopWatching = watchTyping()
    return () => {
      onSessionEndDo(undefined)
      stopWatching()
    }
  }, [isVisitor])
  return ended
}
