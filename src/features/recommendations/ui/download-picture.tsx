import Download from 'lucide-react/icons/download'
import { Button } from '#kit/components/button.tsx'
import { toast } from '#kit/components/toast.tsx'
import type { AccountResults } from '../contract/results.ts'
import { PICTURE, resultsPicture } from './results-picture.ts'

/** The results as a PNG that can be sent; nothing where there is no amount yet. */
export function DownloadPicture({ results, period }: { results: AccountResults; period: string }) {
  const picture = resultsPicture(results, period)
  if (!picture) return null
  const save = async () => {
    try {
      const { saveFile } = await import('#kit/table-export.ts')
      saveFile(await asPng(picture), `resultados-${results.customerId}-${period}.png`)
    } catch {
      toast({ title: 'No se pudo hacer la imagen', variant: 'destructive' })
    }
  }
  return (
    <Button icon={<Download />} onClick={() => void save()}>
      Descargar imagen
    </Button>
  )
}

/** Twice as fine as it is large, for screens that show it so. */
async function asPng(svg: string): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = PICTURE.width * 2
  canvas.height = PICTURE.height * 2
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return await new Promise((done, fail) => {
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/png')
  })
}
