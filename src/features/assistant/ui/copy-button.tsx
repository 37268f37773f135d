import Copy from 'lucide-react/icons/copy'
import type { ReactNode } from 'react'
import { Button } from '#kit/components/button.tsx'
import { toast } from '#kit/components/toast.tsx'
import { copyText } from '#kit/copy-text.ts'

/** Puts a text on the clipboard, and says whether the browser let it. */
export function CopyButton(props: { label: string; text: string; children?: ReactNode }) {
  const { label, text, children } = props
  const copy = async () => {
    if (await copyText(text)) toast({ title: 'Copiado', variant: 'success' })
  }
  return (
    <Button
      size="sm"
      look={children ? 'secondary' : 'ghost'}
      aria-label={label}
      icon={<Copy aria-hidden="true" />}
      onClick={() => void copy()}
    >
      {children}
    </Button>
  )
}
