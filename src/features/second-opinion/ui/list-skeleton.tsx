import { Skeleton } from '#kit/components/skeleton.tsx'

export function ListSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="divide-y divide-line">
      {['a', 'b', 'c'].map((key) => (
        <div key={key} className="flex h-28 flex-col justify-center gap-3 px-4 md:px-5">
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-4 w-full" />
        </div>
      ))}
    </div>
  )
}
