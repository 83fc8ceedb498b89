/** A button that opens a menu. The key Escape and any action outside the menu close the menu. */
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'

export function Menu(props: {
  readonly label: string
  readonly children: (close: () => void) => ComponentChildren
}) {
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => {
    if (!isOpen) return
    const elsewhere = (event: Event): void => {
      if (event.target instanceof Node && box.current?.contains(event.target) !== true) setOpen(false)
    }
    addEventListener('pointerdown', elsewhere)
    addEventListener('focusin', elsewhere)
    return () => {
      removeEventListener('pointerdown', elsewhere)
      removeEventListener('focusin', elsewhere)
    }
  }, [isOpen])
  const close = (): void => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    // Keyboard events come from the elements inside the menu.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      class="menu"
      ref={box}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isOpen) close()
      }}
    >
      <button
        ref={button}
        type="button"
        class="small"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {props.label}
      </button>
      {isOpen && (
        <div id={id} class="menu-body">
          {props.children(close)}
        </div>
      )}
    </div>
  )
}
