import * as z from 'zod'
import type { Config } from '#platform/config.ts'
import type { OutboxRow } from '../rules/outbox-record.ts'
import { issuerText } from './invoice-details.ts'

/** The invoice that a corrective one corrects. `series` null: it has Stripe's number alone. */
export type Corrected = { series: string | null; number: string; issuedAt: Date }

/** Who turns our record into the invoice that the law asks for (QR, chain, tax agency) and answers for it. */
export type InvoiceProvider = {
  /** `ok: false`: refused for good. Throws when it could not be asked. */
  issue: (
    row: OutboxRow,
    corrected: Corrected | null,
  ) => Promise<
    { ok: true; providerId: string; pdfUrl: string | null } | { ok: false; problem: string }
  >
}

const PATIENCE_MS = 15_000
/** What another try would not change: all else is our key, our address, or the provider's own trouble. */
const REFUSALS = [400, 409, 422]
const Issued = z.object({ id: z.string(), pdfUrl: z.url().nullish() })

/** Null where none is configured: the records wait. */
export function invoiceProviderOf(config: Config): InvoiceProvider | null {
  const { providerUrl, providerKey } = config.invoices
  if (!providerUrl) return null
  return {
    issue: async (row, corrected) => {
      const answer = await fetch(providerUrl, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': row.id,
          ...(providerKey && { authorization: `Bearer ${providerKey}` }),
        },
        body: JSON.stringify(recordOf(config, row, corrected)),
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      if (!answer.ok && !REFUSALS.includes(answer.status))
        throw new Error(`the invoice provider answered ${answer.status}`)
      const text = await answer.text()
      if (!answer.ok) return { ok: false, problem: `${answer.status}: ${text.slice(0, 500)}` }
      const { id, pdfUrl = null } = Issued.parse(JSON.parse(text))
      return { ok: true, providerId: id, pdfUrl: pdfUrl ?? null }
    },
  }
}

/** Amounts in euros with two decimals, as text: no provider rounds them. */
function recordOf(config: Config, row: OutboxRow, corrected: Corrected | null) {
  return {
    series: row.series,
    number: row.number,
    issuedAt: row.issuedAt.toISOString(),
    issuer: { text: issuerText(config), taxId: config.operator.taxId ?? null },
    recipient: row.recipient,
    description: row.description,
    base: euros(row.baseCents),
    percent: row.percent,
    quota: euros(row.quotaCents),
    total: euros(row.totalCents),
    exemption: row.exemption,
    corrects: corrected && { ...corrected, issuedAt: corrected.issuedAt.toISOString() },
    reason: row.reason,
    hash: row.hash,
    previousHash: row.previousHash,
  }
}

/** For a machine, without rounding: -744 → '-7.44'. */
function euros(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
