import { useQuery } from '@tanstack/react-query'
import Receipt from 'lucide-react/icons/receipt'
import { Badge, type Tone } from '#kit/components/badge.tsx'
import { buttonClass } from '#kit/components/button.tsx'
import { EmptyState } from '#kit/components/empty-state.tsx'
import { ErrorPanel } from '#kit/components/error-panel.tsx'
import { Section } from '#kit/components/section.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'
import { errorText } from '#kit/error-text.ts'
import { MICROS } from '#shared/metrics.ts'
import { money } from '#shared/spanish-numbers.ts'
import type { Invoice } from '../contract/payments.ts'
import { dayText } from './subscription-state.ts'
import { invoicesQuery } from './use-subscription.ts'

export function InvoiceList() {
  const invoices = useQuery(invoicesQuery)
  return (
    <Section title="Historial de facturación">
      {invoices.isPending ? (
        <div role="status" aria-label="Cargando las facturas" className="flex flex-col gap-4 p-5">
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-9 w-full" />
        </div>
      ) : !invoices.data ? (
        <ErrorPanel message={errorText(invoices.error)} onRetry={() => void invoices.refetch()} />
      ) : invoices.data.length === 0 ? (
        <EmptyState icon={<Receipt />} title="Todavía no hay facturas" />
      ) : (
        <InvoiceTable invoices={invoices.data} />
      )}
    </Section>
  )
}

const HEAD = 'px-1.5 py-2 font-medium first:pl-4 last:pr-4 md:px-3 md:first:pl-5 md:last:pr-5'
const CELL = 'px-1.5 py-2.5 first:pl-4 last:pr-4 md:px-3 md:first:pl-5 md:last:pr-5'

function InvoiceTable({ invoices }: { invoices: readonly Invoice[] }) {
  return (
    <table className="w-full text-left">
      <caption className="sr-only">Facturas, la más reciente primero</caption>
      <thead className="border-b border-line text-sm text-ink-faint">
        <tr>
          <th scope="col" className={HEAD}>
            Fecha
          </th>
          <th scope="col" className={`${HEAD} text-right`}>
            Importe
          </th>
          <th scope="col" className={`${HEAD} hidden sm:table-cell`}>
            Estado
          </th>
          <th scope="col" className={`${HEAD} text-right`}>
            Factura
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {invoices.map((invoice) => (
          <InvoiceRow key={invoice.id} invoice={invoice} />
        ))}
      </tbody>
    </table>
  )
}

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { number, date, amount, currency, givenBack, status, creditNotes, pdfUrl, payUrl } = invoice
  const { text, tone } = STATES[status]
  const called = number ?? dayText(date)
  return (
    <tr>
      <th scope="row" className={`${CELL} font-normal`}>
        {dayText(date)}
        <span className="block text-xs text-ink-faint wrap-anywhere">{number ?? 'Sin número'}</span>
      </th>
      <td className={`${CELL} text-right whitespace-nowrap`}>
        {money(amount * MICROS, currency)}
        {status === 'partly_refunded' && (
          <span className="block text-xs text-ink-faint">
            devueltos {money(givenBack * MICROS, currency)}
          </span>
        )}
        {/* Three columns are all that the narrowest screens hold. */}
        <span className="block sm:hidden">
          <Badge tone={tone}>{text}</Badge>
        </span>
      </td>
      <td className={`${CELL} hidden sm:table-cell`}>
        <Badge tone={tone}>{text}</Badge>
      </td>
      <td className={CELL}>
        <span className="flex flex-wrap justify-end gap-1.5">
          {payUrl && (
            <a href={payUrl} aria-label={`Pagar la factura ${called}`} className={SMALL}>
              Pagar
            </a>
          )}
          {pdfUrl ? (
            <a
              href={pdfUrl}
              target="_blank"
              rel="noreferrer"
              aria-label={`Descargar la factura ${called} en PDF (se abre en otra pestaña)`}
              className={SMALL}
            >
              PDF
            </a>
          ) : (
            !payUrl && '—'
          )}
        </span>
        {creditNotes.map((note) => (
          <CreditNoteLink key={note.id} note={note} />
        ))}
      </td>
    </tr>
  )
}

function CreditNoteLink({ note }: { note: Invoice['creditNotes'][number] }) {
  return (
    <a
      href={note.pdfUrl}
      target="_blank"
      rel="noreferrer"
      aria-label={`Descargar la factura rectificativa ${note.number} en PDF (se abre en otra pestaña)`}
      className="mt-1.5 block text-right text-sm text-accent underline underline-offset-3"
    >
      Rectificativa
    </a>
  )
}

const SMALL = buttonClass('secondary', 'sm')

const STATES: Record<Invoice['status'], { text: string; tone: Tone }> = {
  paid: { text: 'Pagada', tone: 'success' },
  open: { text: 'Pendiente', tone: 'warning' },
  draft: { text: 'Borrador', tone: 'neutral' },
  void: { text: 'Anulada', tone: 'neutral' },
  uncollectible: { text: 'Incobrable', tone: 'danger' },
  refunded: { text: 'Devuelta', tone: 'neutral' },
  partly_refunded: { text: 'Devuelta en parte', tone: 'neutral' },
}
