import type { Layer, Parts } from './metric.ts'

export type Asked = { only?: string | undefined; part?: string | undefined }

/** What is to be run one after the other: layers without parts as they are, where no part was named. */
export function partsAsked(
  layers: Record<string, Layer | Parts>,
  { only, part }: Asked,
): { name: string; run: Layer }[] {
  return Object.entries(layers)
    .filter(([layer]) => only === undefined || only === layer)
    .flatMap(([layer, of]) => {
      if (typeof of === 'function') return part === undefined ? [{ name: layer, run: of }] : []
      return Object.entries(of)
        .filter(([name]) => part === undefined || part === name)
        .map(([name, run]) => ({ name: `${layer}, ${name}`, run }))
    })
}
