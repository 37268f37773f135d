import { useEffect, useState } from 'react'
import { amountOf } from '#kit/amount-text.ts'
import { TextField } from '#kit/components/field.tsx'

/** Currency units, undefined for none, or null for what is no amount. */
export type Bid = number | undefined | null

const PAUSE_MS = 400

/** Only where bids are set by hand; each pause in typing asks Google again what it would say. */
export function BidField(props: { currencyCode: string; onChange: (bid: Bid) => void }) {
  const { currencyCode, onChange } = props
  const [text, setText] = useState('')
  const bid = parseBid(text)
  useEffect(() => {
    const timer = setTimeout(() => onChange(bid), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [bid, onChange])
  return (
    <TextField
      label={`CPC máx. (${currencyCode}, opcional)`}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onChange={(event) => setText(event.target.value)}
      hint="Vacío, vale el del grupo de anuncios."
      error={bid === null ? 'Escribe un importe mayor que cero, por ejemplo 0,75.' : undefined}
    />
  )
}

export function parseBid(text: string): Bid {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const bid = amountOf(trimmed) ?? 0
  return bid > 0 && bid < 10_000_000 ? bid : null
}
