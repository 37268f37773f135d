import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { Button } from '#kit/components/button.tsx'
import { toast } from '#kit/components/toast.tsx'
import type { AccountResults } from '../contract/results.ts'

/** What is shown as a PNG that can be sent. */
export function DownloadPicture(props: { accounts: readonly AccountResults[]; period: string }) {
  const { accounts, period } = props
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const [{ saveFile }, { makePicture }] = await Promise.all([
        import('#kit/table-export.ts'),
        import('./shared-picture/make-picture.ts'),
      ])
      const of = accounts.length === 1 ? accounts[0]!.customerId : 'cuentas'
      saveFile(await makePicture(accounts, period), `resultados-${of}-${period}.png`)
    } catch {
      toast({ title: 'No se pudo hacer la imagen', variant: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={<Download />} busy={isBusy} onClick={() => void save()}>
      Descargar imagen
    </Button>
  )
}
