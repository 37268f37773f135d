import { toast } from './components/toast.tsx'

/** Whether it is on the clipboard now; says so where the browser refuses, as it does on a page without https. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    toast({ title: 'El navegador no deja copiar', variant: 'destructive' })
    return false
  }
}
