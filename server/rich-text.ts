import sanitizeHtml from 'sanitize-html'

/** More than the editor makes, which has no h1, h4, code, pre and hr: text may also come by the API. */
const TAGS = 'p br h1 h2 h3 h4 strong b em i u s ul ol li a blockquote code pre hr'
/** Taken out with all that they hold. */
const WITH_CONTENT = 'script style textarea option noscript title xmp svg math template iframe noembed noframes'
const WEB_ADDRESS = /^(https?:\/\/|mailto:|tel:)/i

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: TAGS.split(' '),
  allowedAttributes: { a: ['href', 'target', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: WITH_CONTENT.split(' '),
  transformTags: {
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: WEB_ADDRESS.test(href) ? { href, target: '_blank', rel: 'noopener noreferrer nofollow' } : {},
    }),
  },
}

/** Rich text as it may be stored: what is not on the list of tags is taken out, and nothing that is left can run or load anything. */
export const cleanRichText = (html: string): string => sanitizeHtml(html, OPTIONS)
