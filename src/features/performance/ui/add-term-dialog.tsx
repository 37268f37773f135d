import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '#kit/api.ts'
import { Button } from '#kit/components/button.tsx'
import { Dialog } from '#kit/components/dialog.tsx'
import { Select } from '#kit/components/select.tsx'
import { toast } from '#kit/components/toast.tsx'
import { changeFailureText, GOOGLE_CHANGE, isLost } from '#kit/google-change.ts'
import { invalidateData, queryOf } from '#kit/query.ts'
import { MATCH_TYPES } from '#shared/ads-words/entities.ts'
import {
  addKeyword,
  addNegative,
  listOwnChanges,
  type OwnChange,
  previewKeyword,
  previewNegative,
} from '../contract/changes.ts'
import { type Bid, BidField } from './bid-field.tsx'
import { ChangePreviewView } from './change-preview.tsx'
import type { PanelProps } from './detail-panels.tsx'
import { handFocusOn } from './hand-focus-on.ts'
import type { TermWish } from './term-actions.tsx'
import { rememberChange } from './term-changes.ts'
import { useUndo } from './use-undo.ts'

type MatchType = 'EXACT' | 'PHRASE' | 'BROAD'
type Level = 'ad_group' | 'campaign'

/** `bid` in currency units; undefined leaves the ad group's. */
type Choice = { matchType: MatchType; level: Level; bid: number | undefined }

type AddTermDialogProps = PanelProps & { wish: TermWish; onClose: () => void }

/** Says what will change in Google Ads and what stands in the way, and does it once confirmed. */
export function AddTermDialog(props: AddTermDialogProps) {
  const { wish, onClose, currencyCode } = props
  const isKeyword = wish.kind === 'keyword'
  const hasAdGroup = wish.row.ad_group_id !== ''
  const [matchType, setMatchType] = useState<MatchType>('EXACT')
  const [level, setLevel] = useState<Level>(hasAdGroup ? 'ad_group' : 'campaign')
  const [bid, setBid] = useState<Bid>(undefined)
  const choice = { matchType, level, bid: bid ?? undefined }
  const preview = usePreview(wish, choice)
  const add = useAdd(wish, choice, onClose)
  // What a first answer said holds for the whole dialog: the field must not go while it is typed in.
  const takesBid = useLast(preview.data?.takesBid) ?? false
  const isRefused =
    preview.data !== undefined &&
    (preview.data.problem !== null || preview.data.conflicts.some(({ blocking }) => blocking))
  return (
    <Dialog
      title={isKeyword ? 'Añadir como palabra clave' : 'Añadir como negativa'}
      description={`«${wish.row.search_term}»`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button
            look="primary"
            disabled={
              !preview.data || preview.isFetching || isRefused || bid === null || isLost(add.error)
            }
            busy={add.isPending}
            busyLabel="Añadiendo..."
            onClick={() => add.mutate()}
          >
            Añadir en Google Ads
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="grid gap-3 sm:grid-cols-2">
          <Select
            label="Nivel"
            className="sm:col-span-2"
            value={isKeyword ? 'ad_group' : level}
            disabled={isKeyword}
            onChange={(event) => setLevel(event.target.value as Level)}
          >
            {hasAdGroup && (
              <option value="ad_group">Grupo de anuncios «{wish.row.ad_group_name}»</option>
            )}
            {!isKeyword && <option value="campaign">Toda la campaña</option>}
          </Select>
          <Select
            label="Concordancia"
            value={matchType}
            onChange={(event) => setMatchType(event.target.value as MatchType)}
          >
            {Object.entries(MATCH_TYPES).map(([name, { short }]) => (
              <option key={name} value={name}>
                {short}
              </option>
            ))}
          </Select>
          {takesBid && <BidField currencyCode={currencyCode} onChange={setBid} />}
        </div>
        <ChangePreviewView query={preview} currencyCode={currencyCode} />
        {add.isError && (
          <p role="alert" className="text-danger">
            {changeFailureText(add.error)}
          </p>
        )}
      </div>
    </Dialog>
  )
}

function useLast<T>(value: T | undefined): T | undefined {
  const last = useRef(value)
  if (value !== undefined) last.current = value
  return last.current
}

function usePreview({ kind, row }: TermWish, { matchType, level, bid }: Choice) {
  // What holds now, not what held when the dialog was last open.
  const fresh = { staleTime: 0, gcTime: 0, retry: false }
  const { campaign_id: campaignId, ad_group_id: adGroupId, search_term: text } = row
  const keyword = useQuery({
    ...queryOf(previewKeyword, { campaignId, adGroupId, text, matchType, bid }),
    ...fresh,
    enabled: kind === 'keyword',
  })
  const negative = useQuery({
    ...queryOf(previewNegative, { ...negativeOf(row, level), matchType }),
    ...fresh,
    enabled: kind === 'negative',
  })
  return kind === 'keyword' ? keyword : negative
}

function useAdd({ kind, row }: TermWish, choice: Choice, onClose: () => void) {
  const { matchType, level, bid } = choice
  const client = useQueryClient()
  const undo = useUndo()
  return useMutation({
    mutationFn: async (): Promise<OwnChange> => {
      if (kind === 'negative')
        return await call(addNegative, { ...negativeOf(row, level), matchType }, GOOGLE_CHANGE)
      const { campaign_id: campaignId, ad_group_id: adGroupId, search_term: text } = row
      return await call(addKeyword, { campaignId, adGroupId, text, matchType, bid }, GOOGLE_CHANGE)
    },
    onSuccess: (change) => {
      // First, so that the button of the row has the focus again, and can hand it on.
      flushSync(onClose)
      handFocusOn(() => rememberChange(row, change))
      toast({
        title: kind === 'keyword' ? 'Palabra clave añadida' : 'Palabra clave negativa añadida',
        description: change.summary,
        variant: 'success',
        action: { label: 'Deshacer', onSelect: () => undo.mutate(change) },
      })
      void invalidateData(client)
    },
    // Where Google keeps silent, that is where it is told what came of it.
    onError: () => void client.invalidateQueries({ queryKey: [listOwnChanges.path] }),
  })
}

function negativeOf(row: TermWish['row'], level: Level) {
  const adGroup = level === 'ad_group' ? { adGroupId: row.ad_group_id } : {}
  return { campaignId: row.campaign_id, level, text: row.search_term, ...adGroup }
}
