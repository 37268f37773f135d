import RefreshCw from 'lucide-react/icons/refresh-cw'
import { Button } from '#kit/components/button.tsx'
import { isUnderWay } from './progress-feed.ts'
import { useStartSync, useSyncProgress } from './use-sync.ts'

/** Asks for a sync now; shows it running while one is under way. */
export function SyncButton({ customerId }: { customerId: string }) {
  const progress = useSyncProgress(customerId)
  const { mutate, isPending } = useStartSync(customerId)
  if (progress?.status === 'needs_reauth') return null
  const busy = isPending || (progress !== null && isUnderWay(progress))
  return (
    <Button
      className="min-w-39"
      icon={<RefreshCw />}
      busy={busy}
      busyLabel="Actualizando..."
      onClick={() => mutate()}
    >
      Actualizar
    </Button>
  )
}
