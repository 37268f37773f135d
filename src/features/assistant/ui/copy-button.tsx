import Copy from 'lucide-react/icons/copy'
import type { ReactNode } from 'react'
import { Button } from '#kit/components/button.tsx'
import { toast } from '#kit/components/toast.tsx'

/** Puts a text on the clipboard, and says whether the browser let it. */
export function CopyButton(props: { label: string; text: string; children?: ReactNode }) {
  const { label, text, children } = props
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: 'Copiado', variant: 'success' })
    } catch {
      toast({ title: 'El navegador no deja copiar', variant: 'destructive' })
    }
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
