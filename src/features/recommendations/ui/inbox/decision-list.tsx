import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#kit/components/button.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { late, Nothing } from '#kit/late.tsx'
import { useMayEdit } from '#kit/may-edit.ts'
import { queryOf } from '#kit/query.ts'
import { integer } from '#shared/spanish-numbers.ts'
import { getEvidence, type InboxRow } from '../../contract/inbox.ts'
import { isHeld, markOf, type Pressed } from './desk.ts'
import { focusFilters, focusRow, pressApply, showRow } from './focus-row.ts'
import { InboxRowView } from './inbox-row.tsx'
import {
  chooseText,
  firstReady,
  MORE_ROWS,
  moreText,
  rowAfter,
  type Scale,
  scalesOf,
} from './inbox-rows.ts'
import { loadDecisions, useDeeds } from './use-deeds.ts'
import { useInboxKeys } from './use-inbox-keys.ts'

const loadEvidence = () => import('./inbox-evidence.tsx')
const InboxEvidence = late(() => loadEvidence().then((module) => module.InboxEvidence))
const loadBulk = () => import('./bulk-dialog.tsx')
const BulkDialog = late(() => loadBulk().then((module) => module.BulkDialog))
const SelectionBar = late(
  () => import('./selection-bar.tsx').then((module) => module.SelectionBar),
  Nothing,
)
const WholeEvidence = late(() =>
  import('./whole-evidence.tsx').then((module) => module.WholeEvidence),
)

/** One press chooses these. */
const FIRST = 5

type DecisionListProps = {
  rows: readonly InboxRow[]
  /** What `rows` are a part by: of another, the list begins anew, and what stands at its left keeps the focus. */
  filter: string
  /** Rows shown before 'Ver las restantes'. */
  firstRows: number
  withoutAccount?: boolean
  /** Words over a row: where a new part of the list begins. */
  headingOf?: (at: number, scales: ReadonlyMap<string, Scale>) => ReactNode
  /** Stands at the left of 'Elegir las 5 primeras'. */
  children?: ReactNode
}

/** Decisions in the server's order, each with its evidence in place; one or many are applied, put off or away. */
export function DecisionList(props: DecisionListProps) {
  const { rows, withoutAccount = false, headingOf, children } = props
  const list = useDecisions(props)
  const { shown, chosen, open, deeds, scales } = list
  const mayEdit = useMayEdit()
  const { ready, shownTo } = firstReady(mayEdit ? rows : [], FIRST)
  const readyIds = ready.map(({ id }) => id)
  return (
    <div className="decisions @container">
      <div className="decision-tools flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-3 py-2 sm:py-1.5 md:px-4">
        {children}
        {ready.length > 1 && (
          <Button
            size="sm"
            className="ml-auto"
            onPointerEnter={() => void loadBulk()}
            onClick={() => list.chooseAll(readyIds, shownTo)}
          >
            {chooseText(rows, readyIds)}
          </Button>
        )}
      </div>
      <ul>
        {shown.map((row, at) => (
          <Decision
            key={row.id}
            row={row}
            list={list}
            heading={headingOf?.(at, scales)}
            withoutAccount={withoutAccount}
          />
        ))}
      </ul>
      {rows.length > shown.length && (
        <div className="border-t border-line px-4 py-1 text-center">
          <Button size="sm" look="ghost" onClick={list.showMore}>
            {moreText(rows.length - shown.length)}
          </Button>
        </div>
      )}
      {chosen.length > 0 && (
        <Suspense>
          <SelectionBar
            count={chosen.length}
            accounts={new Set(chosen.map(({ customerId }) => customerId)).size}
            onClear={list.clearChosen}
            onSnooze={() => list.onChosen(deeds.snooze)}
            onDismiss={() => list.onChosen(deeds.dismiss)}
            onApply={() => list.setAsking(true)}
          />
        </Suspense>
      )}
      {list.isAsking && (
        <Suspense>
          <BulkDialog
            chosen={chosen}
            onClose={() => list.setAsking(false)}
            onApply={() => list.onChosen(deeds.apply)}
          />
        </Suspense>
      )}
      {list.whole && (
        <Suspense>
          <WholeEvidence
            {...list.whole}
            isHeld={list.isHeld(list.whole.row)}
            onClose={() => list.setWhole(null)}
            onDismiss={() => list.settle(list.whole?.row ?? null, deeds.dismiss)}
          />
        </Suspense>
      )}
      <p className="sr-only" aria-live="polite">
        {open ? '' : `${integer(rows.length)} en la lista`}
      </p>
    </div>
  )
}

function useDecisions({ rows, filter, firstRows }: DecisionListProps) {
  const client = useQueryClient()
  const deeds = useDeeds()
  const [count, setCount] = useState(firstRows)
  const [open, setOpen] = useState<{ id: string; isAboutToApply: boolean } | null>(null)
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const [isAsking, setAsking] = useState(false)
  const [whole, setWhole] = useState<{ row: InboxRow; startsWithWays: boolean } | null>(null)
  const [filtered, setFiltered] = useState(filter)
  if (filtered !== filter) {
    setFiltered(filter)
    setCount(firstRows)
    setOpen(null)
    setChosenIds(new Set())
    setWhole(null)
  }
  const shown = rows.slice(0, count)
  const isHeldRow = (row: InboxRow) => isHeld(markOf(deeds.marks, row))
  const chosen = rows.filter((row) => chosenIds.has(row.id) && !isHeldRow(row))
  // All may have been decided in another tab; the next that is chosen is not asked about by itself.
  if (isAsking && chosen.length === 0) setAsking(false)
  const choose = (id: string, isChosen?: boolean) =>
    setChosenIds((now) => {
      const next = new Set(now)
      ;(isChosen ?? !now.has(id)) ? next.add(id) : next.delete(id)
      return next
    })
  const toggle = (id: string) =>
    setOpen((now) => (now?.id === id ? null : { id, isAboutToApply: false }))
  /** A decided row closes, leaves the selection, and hands the focus on. */
  const settle = (row: InboxRow | null, decide: (pressed: readonly Pressed[]) => Promise<void>) => {
    // A key may ask again for what is on its way.
    if (!row || isHeldRow(row)) return
    const next = rowAfter(shown, new Set([row.id]))
    // Drawn at once: what the row says of itself must be in view, which is measured without its proof.
    flushSync(() => {
      setOpen(null)
      setWhole(null)
      choose(row.id, false)
    })
    void decide([asSeen(client, row)])
    showRow(row.id)
    if (next) focusRow(next.id)
  }
  const onChosen = (decide: (pressed: readonly Pressed[]) => Promise<void>) => {
    const ids = chosen.map(({ id }) => id)
    const next = rowAfter(shown, new Set(ids))
    // The bar goes with the selection, and what was pressed in it had the focus.
    flushSync(() => {
      setAsking(false)
      setOpen(null)
      setChosenIds(new Set())
    })
    void decide(chosen)
    if (next) focusRow(next.id)
    else focusFilters()
  }
  const clearChosen = () => {
    const last = shown.findLast((row) => chosen.includes(row))
    flushSync(() => setChosenIds(new Set()))
    if (last) focusRow(last.id)
  }
  const rowOf = (id: string) => rows.find((row) => row.id === id) ?? null
  // Nothing is changed that was not on the screen: a closed row opens first.
  const askToApply = (id: string) => {
    if (open?.id === id) pressApply(id)
    else setOpen({ id, isAboutToApply: true })
  }
  const decisions = {
    apply: askToApply,
    dismiss: (id: string) => settle(rowOf(id), deeds.dismiss),
    snooze: (id: string) => settle(rowOf(id), deeds.snooze),
    // Drawn at once: the next key may already ask about what is chosen.
    choose: (id: string) => flushSync(() => choose(id)),
    chooseAlso: (ids: readonly string[]) =>
      flushSync(() => setChosenIds((now) => new Set([...now, ...ids]))),
    ways: (id: string) => {
      const row = rowOf(id)
      if (row && !row.byHand && !isHeldRow(row)) setWhole({ row, startsWithWays: true })
    },
    // Without any, the question would wait for the first that is chosen.
    applyChosen: () => setAsking(chosen.length > 0),
    undo: deeds.undo,
  }
  const mayEdit = useMayEdit()
  useInboxKeys({
    ids: shown.map(({ id }) => id),
    openId: open?.id ?? null,
    toggle,
    close: () => setOpen(null),
    ...(mayEdit ? decisions : undefined),
  })
  return {
    shown,
    chosen,
    isHeld: isHeldRow,
    open,
    deeds,
    scales: scalesOf(rows),
    isAsking,
    whole,
    setAsking,
    setWhole,
    choose,
    /** `shownTo`: rows that must be on the screen, since nothing is decided that was not. */
    chooseAll: (ids: readonly string[], shownTo: number) => {
      setChosenIds(new Set(ids))
      setCount((now) => Math.max(now, shownTo))
    },
    toggle,
    askToApply,
    settle,
    onChosen,
    clearChosen,
    showMore: () => {
      const first = rows[count]
      flushSync(() => setCount(count + MORE_ROWS))
      // The button may be gone, and the keyboard goes on where the eye does.
      if (first) focusRow(first.id)
    },
  }
}

/** As its evidence tells it, which is read when it opens and may be newer than the list. */
function asSeen(client: QueryClient, { id, visto }: InboxRow): Pressed {
  const evidence = client.getQueryData(queryOf(getEvidence, { id }).queryKey)
  return { id, visto: evidence?.visto ?? visto }
}

function Decision(props: {
  row: InboxRow
  list: ReturnType<typeof useDecisions>
  heading: ReactNode
  withoutAccount: boolean
}) {
  const { row, list, heading, withoutAccount } = props
  const { open, deeds } = list
  const client = useQueryClient()
  const isOpen = open?.id === row.id
  const mark = markOf(deeds.marks, row)
  const fetchAhead = () => {
    void loadEvidence()
    void loadDecisions()
    void client.prefetchQuery(queryOf(getEvidence, { id: row.id }))
  }
  return (
    <>
      {heading}
      <InboxRowView
        row={row}
        scale={list.scales.get(row.currencyCode)}
        mark={mark}
        isOpen={isOpen}
        isChosen={list.chosen.includes(row)}
        withoutAccount={withoutAccount}
        onToggle={() => list.toggle(row.id)}
        onIntent={fetchAhead}
        onChoose={(isChosen) => list.choose(row.id, isChosen)}
        onApply={() => list.askToApply(row.id)}
      >
        {isOpen && (
          <Suspense fallback={<EvidencePlace />}>
            <InboxEvidence
              row={row}
              isAboutToApply={open.isAboutToApply}
              isBusy={isHeld(mark)}
              onApply={() => list.settle(row, deeds.apply)}
              onSnooze={() => list.settle(row, deeds.snooze)}
              onDismiss={() => list.settle(row, deeds.dismiss)}
              onWhole={() => list.setWhole({ row, startsWithWays: false })}
              onWays={() => list.setWhole({ row, startsWithWays: true })}
            />
          </Suspense>
        )}
      </InboxRowView>
    </>
  )
}

/** Of about the height of a proof. */
const EvidencePlace = () => (
  <div className="flex h-90 gap-8 border-t border-line px-4 py-4 md:px-5">
    <Skeleton className="h-full flex-3" />
    <Skeleton className="h-full flex-2 max-sm:hidden" />
  </div>
)
