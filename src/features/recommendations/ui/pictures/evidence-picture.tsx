import { DaysDrawing } from './days-drawing.tsx'
import type { Picture } from './picture.ts'
import { RowsDrawing } from './rows-drawing.tsx'

/** The claim of a card, drawn. */
export function EvidencePicture({ picture }: { picture: Picture }) {
  return picture.kind === 'rows' ? (
    <RowsDrawing picture={picture} />
  ) : (
    <DaysDrawing picture={picture} />
  )
}
