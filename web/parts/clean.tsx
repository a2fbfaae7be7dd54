/** Untrusted text: shows hidden characters as marked escapes; copying yields the original characters. */
import { visibleParts } from '../../client/view/clean.js';

export function Clean({ text }: { text: string }) {
  return (
    <bdi>
      {visibleParts(text.replace(/\r?\n/g, ' ')).map((part, at) =>
        part.raw === undefined ? (
          part.text
        ) : (
          <span key={at} class="escape" data-raw={part.raw}>
            {part.text}
          </span>
        ),
      )}
    </bdi>
  );
}

/** Text of any length; keeps line breaks and tabs. */
export function CleanText({ text }: { text: string }) {
  return (
    <>
      {visibleParts(text).map((part, at) =>
        part.raw === undefined ? (
          part.text
        ) : (
          <span key={at} class="escape" data-raw={part.raw}>
            {part.text}
          </span>
        ),
      )}
    </>
  );
}
