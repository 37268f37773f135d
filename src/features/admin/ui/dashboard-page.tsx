import { BlockBoundary } from '#kit/components/block-boundary.tsx'
import { DrawnTogether } from '#kit/components/drawn-together.tsx'
import { AttentionLine } from './attention-line.tsx'
import { AuditLog } from './audit-log.tsx'
import { MetricCards } from './metric-cards.tsx'
import { UsageTrend } from './usage-trend.tsx'
import { UsersBlock } from './users-block.tsx'

/** The administrators' first page: figures of use, users, and what administrators did. */
export function AdminDashboardPage() {
  return (
    <div className="page">
      <title>Administración · Pujante</title>
      <h1 className="text-xl font-semibold">Panel de administración</h1>
      <DrawnTogether className="flex flex-col gap-5">
        <AttentionLine />
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
      </DrawnTogether>
    </div>
  )
}
