import { BlockBoundary } from '#kit/components/block-boundary.tsx'
import { JobsBlock } from './jobs-block.tsx'

/** /admin/jobs. */
export function AdminJobsPage() {
  return (
    <div className="page flex flex-col gap-5">
      <title>Tareas · Pujante</title>
      <h1 className="text-xl font-semibold">Tareas</h1>
      <BlockBoundary>
        <JobsBlock />
      </BlockBoundary>
    </div>
  )
}
