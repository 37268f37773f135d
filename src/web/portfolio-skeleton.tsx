import { Section } from '#kit/components/card.tsx'
import { Skeleton } from '#kit/components/skeleton.tsx'

/** Rows shown before 'Ver todas'. */
export const FIRST_ROWS = 6
export const PORTFOLIO_TITLE = 'Cartera'
export const PORTFOLIO_DESCRIPTION = 'Últimos 30 días, lo que más atención pide primero'

/** As tall as the block will be with this many accounts. */
export function PortfolioSkeleton({ accounts }: { accounts: number }) {
  return (
    <Section title={PORTFOLIO_TITLE} description={PORTFOLIO_DESCRIPTION}>
      <PortfolioRowsSkeleton accounts={accounts} />
    </Section>
  )
}

export function PortfolioRowsSkeleton({ accounts }: { accounts: number }) {
  return (
    <div role="status" aria-label="Cargando la cartera" className="divide-y divide-line">
      {Array.from({ length: Math.min(FIRST_ROWS, accounts) }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
        <div key={row} className="flex h-48 items-center px-4 sm:h-32 lg:h-21 md:px-5">
          <Skeleton className="h-8 w-full" />
        </div>
      ))}
    </div>
  )
}
