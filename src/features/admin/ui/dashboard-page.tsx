import { BlockBoundary } from '#kit/components/block-boundary.tsx'
import { AttentionLine } from './attention-line.tsx'
import { AuditLog } from './audit-log.tsx'
import { MetricCards } from './metric-cards.tsx'
import { UsageTrend } from './usage-trend.tsx'
import { UsersBlock } from './users-block.tsx'

/** The administrators' first page: figures of use, users, and what administrators did. */
export function AdminDashboardPage() {
  return (
    <div className="page flex flex-col gap-5">
      <title>Administración · Pujante</title>
      <header>
        <h1 className="text-xl font-semibold">Panel de administración</h1>
        <AttentionLine />
      </header>
      <BlockBoundary>
        <MetricCards />
      </BlockBoundary>
      <BlockBoundary>
        <UsageTrend />
      </BlockBoundary>
      <BlockBoundary>
        <UsersBlock />
      </BlockBoundary>
      <BlockBoundary>
        <AuditLog />
      </BlockBoundary>
    </div>
  )
}
