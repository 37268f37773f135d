import { type Measure, PICTURE, type Shape, type Weight } from './shapes.ts'

/** Twice as fine as it is large, for screens that show it so. */
const FINENESS = 2
const FACE = '"Radio Canada", "Segoe UI", Arial, sans-serif'
const LOGO = { x: 64, y: 32, width: 320, height: 56 }
const WEIGHTS: readonly Weight[] = [400, 500, 600]

/** A canvas with the product's own face loaded: drawn before, a text would be in another, and as wide as that. */
export async function openCanvas() {
  await Promise.all(WEIGHTS.map((weight) => document.fonts.load(`${weight} 20px ${FACE}`)))
  const canvas = document.createElement('canvas')
  canvas.width = PICTURE.width * FINENESS
  canvas.height = PICTURE.height * FINENESS
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  pen.scale(FINENESS, FINENESS)
  const measure: Measure = (words, size, weight) => {
    pen.font = `${weight} ${size}px ${FACE}`
    return pen.measureText(words).width
  }
  return { canvas, pen, measure }
}

export function paint(pen: CanvasRenderingContext2D, shapes: readonly Shape[]): void {
  for (const shape of shapes) paintOne(pen, shape)
}

function paintOne(pen: CanvasRenderingContext2D, shape: Shape): void {
  pen.fillStyle = shape.colour
  if (shape.kind === 'text') {
    pen.font = `${shape.weight} ${shape.size}px ${FACE}`
    pen.textAlign = shape.align
    pen.fillText(shape.words, shape.x, shape.y)
    return
  }
  pen.beginPath()
  if (shape.kind === 'box')
    pen.roundRect(shape.x, shape.y, shape.width, shape.height, shape.radius ?? 0)
  else for (const [x, y] of shape.points) pen.lineTo(x, y)
  if (shape.kind === 'line') strokeWith(pen, shape)
  else pen.fill()
}

function strokeWith(
  pen: CanvasRenderingContext2D,
  { colour, width, dash = [] }: Extract<Shape, { kind: 'line' }>,
): void {
  pen.strokeStyle = colour
  pen.lineWidth = width
  pen.lineJoin = 'round'
  pen.setLineDash(dash)
  pen.stroke()
}

/** In its place at the top, as large as it fits, never larger than it is. */
export function paintLogo(pen: CanvasRenderingContext2D, logo: ImageBitmap): void {
  const scale = Math.min(LOGO.width / logo.width, LOGO.height / logo.height, 1)
  const [width, height] = [logo.width * scale, logo.height * scale]
  pen.drawImage(logo, LOGO.x, LOGO.y + (LOGO.height - height) / 2, width, height)
}

export async function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return await new Promise((done, fail) => {
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/png')
  })
}
