import { RichTextEditor as Editor, Link } from '@mantine/tiptap'
import '@mantine/core/styles/Typography.css'
import '@mantine/tiptap/styles.css'
import { type UseEditorOptions, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { getNonce } from 'get-nonce'
import { type ComponentProps, useEffect, useRef } from 'react'
import { linkAddress } from '#contract/rich-text.ts'
import { t as say, type T, useT } from '../../ui/text/i18n.ts'
import { toastFailed } from '../../ui/toasts.ts'
import classes from './rich-text.module.css'

interface RichTextEditorProps {
  readonly labelledBy: string
  readonly describedBy: string | undefined
  readonly value: string
  readonly onChange: (html: string) => void
}

// The library's types import the editor's classes through CommonJS, which the compiler treats as different classes.
type LibraryEditor = ComponentProps<typeof Editor>['editor']
type Extensions = NonNullable<UseEditorOptions['extensions']>

const isLink = (typed: string) => linkAddress(typed) !== undefined

/** Links as the server accepts them, with a missing scheme added. Other URLs are rejected. */
const KeptLink = Link.extend({
  addAttributes() {
    const parseHTML = (element: HTMLElement) => linkAddress(element.getAttribute('href') ?? '') ?? null
    return { ...this.parent?.(), href: { default: null, parseHTML } }
  },
  addCommands() {
    const commands = this.parent?.()
    return {
      ...commands,
      setLink: (attributes) => (props) => {
        const href = linkAddress(attributes.href)
        // Quotes the URL: the library's input is closed and what was typed is lost.
        if (!href) toastFailed(`${say('Enter a link that begins with http:// or https://')}: ${attributes.href}`)
        return href !== undefined && commands?.setLink?.({ ...attributes, href })(props) === true
      },
    }
  },
}).configure({ defaultProtocol: 'https', openOnClick: false, isAllowedUri: isLink, shouldAutoLink: isLink })

/** Only formats that the server keeps. */
const EXTENSIONS: Extensions = [
  StarterKit.configure({ link: false, code: false, codeBlock: false, horizontalRule: false, heading: { levels: [2, 3] } }),
  KeptLink as unknown as Extensions[number],
]

/** Loaded lazily by RichTextField. */
export function RichTextEditor({ labelledBy, describedBy, value, onChange }: RichTextEditorProps) {
  const t = useT()
  const emitted = useRef(value)
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: value,
    injectNonce: getNonce(),
    shouldRerenderOnTransaction: true,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelledBy,
        ...(describedBy && { 'aria-describedby': describedBy, 'aria-invalid': 'true' }),
      },
    },
    onUpdate: ({ editor: changed }) => {
      emitted.current = changed.isEmpty ? '' : changed.getHTML()
      onChange(emitted.current)
    },
  })
  // Changed from outside: another admin's text.
  useEffect(() => {
    if (value === emitted.current) return
    emitted.current = value
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])
  return (
    <Editor editor={editor as unknown as LibraryEditor} labels={labelsIn(t)} className={classes.editor}>
      <Editor.Toolbar role="toolbar" aria-label={t('Formatting')}>
        <Editor.ControlsGroup>
          <Editor.Bold />
          <Editor.Italic />
          <Editor.Underline />
          <Editor.Strikethrough />
        </Editor.ControlsGroup>
        <Editor.ControlsGroup>
          <Editor.H2 />
          <Editor.H3 />
          <Editor.BulletList />
          <Editor.OrderedList />
          <Editor.Blockquote />
        </Editor.ControlsGroup>
        <Editor.ControlsGroup>
          {/* The server makes every link open in a new tab. */}
          <Editor.Link initialExternal classNames={{ linkEditorExternalControl: classes.unoffered }} />
          <Editor.Unlink />
        </Editor.ControlsGroup>
        <Editor.ControlsGroup>
          <Editor.ClearFormatting />
          <Editor.Undo />
          <Editor.Redo />
        </Editor.ControlsGroup>
      </Editor.Toolbar>
      <Editor.Content />
    </Editor>
  )
}

const labelsIn = (t: T) => ({
  boldControlLabel: t('Bold'),
  italicControlLabel: t('Italic'),
  underlineControlLabel: t('Underline'),
  strikeControlLabel: t('Strike through'),
  h2ControlLabel: t('Heading'),
  h3ControlLabel: t('Smaller heading'),
  bulletListControlLabel: t('Bullet list'),
  orderedListControlLabel: t('Numbered list'),
  blockquoteControlLabel: t('Quotation'),
  linkControlLabel: t('Link'),
  unlinkControlLabel: t('Remove the link'),
  clearFormattingControlLabel: t('Clear formatting'),
  undoControlLabel: t('Undo'),
  redoControlLabel: t('Redo'),
  linkEditorInputLabel: t('Link address'),
  linkEditorInputPlaceholder: 'https://',
  linkEditorSave: t('Save'),
})
