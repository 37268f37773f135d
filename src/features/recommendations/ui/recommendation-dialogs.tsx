import { useState } from 'react'
import { useUrlState } from '#kit/url-state.ts'
import type { Recommendation } from '../contract/recommendations.ts'
import { ApplyDialog } from './apply-dialog.tsx'
import { DismissDialog } from './dismiss-dialog.tsx'
import { EvidenceDrawer } from './evidence-drawer.tsx'

type RecommendationDialogsProps = {
  customerId: string
  all: Recommendation[]
  onClose: () => void
}

/** What the address opens: the evidence of one, or its change. Loaded when first asked for. */
export function RecommendationDialogs(props: RecommendationDialogsProps) {
  const { customerId, all, onClose } = props
  const { params, change } = useUrlState()
  const [isDismissing, setDismissing] = useState(false)
  const close = () => {
    setDismissing(false)
    onClose()
  }
  const open = all.find(({ id }) => id === params.get('rec')) ?? null
  if (params.get('do') === 'aplicar' && open)
    return <ApplyDialog recommendation={open} onClose={close} />
  if (isDismissing && open)
    return (
      <DismissDialog
        recommendation={open}
        onClose={() => setDismissing(false)}
        onDismissed={close}
      />
    )
  if (!params.get('rec')) return null
  return (
    <EvidenceDrawer
      customerId={customerId}
      recommendation={open}
      onClose={close}
      onApply={() => change({ do: 'aplicar' })}
      onDismiss={() => setDismissing(true)}
    />
  )
}
