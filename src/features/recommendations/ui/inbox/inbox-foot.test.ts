import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createQueryClient } from '#kit/query.ts'
import { AssumedZone } from '#kit/today-here.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import type { getInbox } from '../../contract/inbox.ts'
import { InboxFoot } from './inbox-foot.tsx'
import { SnoozedList } from './snoozed-list.tsx'

const until = '2026-11-30T01:00:00.000Z'
const snoozed = [{ id: '1', titulo: 'Pausa «botas»', accountName: 'Zapatería', until }]

test('what was put off comes back on the day that it is then for who looks', () => {
  const inbox = { rows: [], appliedToday: 0, dismissedToday: 0, snoozed, unread: 0 }
  const foot = () =>
    createElement(InboxFoot, { inbox: inbox as unknown as ReplyOf<typeof getInbox> })
  expect(drawn('America/Mexico_City', foot())).toContain('la próxima vuelve el 29 nov')
  expect(drawn('Europe/Madrid', foot())).toContain('la próxima vuelve el 30 nov')
  const list = () => createElement(SnoozedList, { snoozed })
  expect(drawn('America/Mexico_City', list())).toContain('>29 nov<')
  expect(drawn('Europe/Madrid', list())).toContain('>30 nov<')
})

function drawn(zone: string, screen: ReturnType<typeof createElement>): string {
  const client = createQueryClient()
  const zoned = createElement(AssumedZone, { value: zone }, screen)
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, zoned))
}
