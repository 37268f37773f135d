import { classes } from '../class-names.ts'

const TAIL = 12

/** A name cut in its middle where it has no room: names of one account often differ only at the end. */
export function CutName({ text, className }: { text: string; className?: string }) {
  const at = Math.max(0, text.length - TAIL)
  return (
    <span title={text} className={classes('flex min-w-0 whitespace-pre', className)}>
      {/* Not `truncate`, which would swallow a space where the two parts meet. */}
      <span className="overflow-hidden text-ellipsis">{text.slice(0, at)}</span>
      <span className="shrink-0">{text.slice(at)}</span>
    </span>
  )
}
