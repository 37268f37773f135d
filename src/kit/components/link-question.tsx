import { useMutation } from '@tanstack/react-query'
import { errorText } from '../error-text.ts'
import { useSearchParams } from '../router/router.tsx'
import { Banner } from './banner.tsx'
import { Button, LinkButton } from './button.tsx'

/** What a mail's link asks: it waits for a click, since programs that follow the links of every mail must not decide anything. */
export function LinkQuestion(props: {
  act: (token: string) => Promise<{ message: string }>
  question: string
  button: string
  /** The way back, which the same token opens. */
  back?: { text: string; path: string }
}) {
  const token = useSearchParams()[0].get('token')
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => props.act(token ?? ''),
  })
  if (!token) return <Banner tone="danger">A este enlace le falta una parte.</Banner>
  if (data)
    return (
      <>
        <Banner tone="success">{data.message}</Banner>
        {props.back && (
          <LinkButton to={`${props.back.path}?${new URLSearchParams({ token })}`}>
            {props.back.text}
          </LinkButton>
        )}
      </>
    )
  return (
    <>
      <p className="text-pretty">{props.question}</p>
      {error && <Banner tone="danger">{errorText(error)}</Banner>}
      <Button look="primary" busy={isPending} onClick={() => mutate()}>
        {props.button}
      </Button>
    </>
  )
}
