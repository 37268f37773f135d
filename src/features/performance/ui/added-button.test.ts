import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createQueryClient, queryOf } from '#kit/query.ts'
import { type LoggedOwnChange, listOwnChanges } from '../contract/changes.ts'
import { AddedButton } from './added-button.tsx'
import { AddedDialog } from './added-dialog.tsx'

const MADE: LoggedOwnChange = {
  changeId: '1',
  kind: 'add_negative',
  summary: 'Palabra clave negativa «botas»',
  at: '2026-11-20T10:00:00Z',
  undoneAt: null,
  canUndo: true,
  by: 'Nuria',
  undoneBy: null,
  outcome: 'done',
}

function drawn(changes: LoggedOwnChange[], what: 'button' | 'dialog'): string {
  const client = createQueryClient()
  const { queryKey } = queryOf(listOwnChanges, { customerId: '1', only: 'keywords' })
  client.setQueryData(queryKey, changes)
  const child =
    what === 'button'
      ? createElement(AddedButton, { customerId: '1' })
      : createElement(AddedDialog, { changes, onClose: () => {} })
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, child))
}

test('the list is offered once anything was added', () => {
  expect(drawn([], 'button')).toBe('')
  expect(drawn([MADE], 'button')).toContain('Añadidas desde aquí')
})

test('each says who, what came of it, and offers the way back where there is one', () => {
  const undone = { ...MADE, undoneAt: '2026-11-21T10:00:00Z', undoneBy: 'Ana', canUndo: false }
  const open = { ...MADE, outcome: 'open', canUndo: false } as const
  const failed = { ...MADE, outcome: 'failed', canUndo: false } as const
  expect(drawn([MADE], 'dialog')).toMatch(/Nuria · 20 nov 2026.*Deshacer: Palabra clave negativa/)
  expect(drawn([undone], 'dialog')).toContain('Lo deshizo Ana')
  expect(drawn([open], 'dialog')).toContain('Google no ha contestado')
  expect(drawn([failed], 'dialog')).toContain('No llegó a hacerse')
  for (const one of [undone, open, failed])
    expect(drawn([one], 'dialog')).not.toContain('Deshacer:')
})
