/** Names of others on one line: hidden characters are marked escapes, which are copied as what they stand for. */
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

/** A text of any length with its line breaks and tabs. */
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
