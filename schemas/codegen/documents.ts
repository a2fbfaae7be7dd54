/** Generates `documents.ts`: the schemas as data, with a component name for everything that clients see. */
import { createNaming, refsIn, type Components } from './components.js';
import type { EventModel, FrameModel, Model, OperationModel } from './model.js';
import { isObject, pascal, refName, retarget, type Schema } from './schema.js';

export function documentsModule(model: Model, header: string): string {
  const components: Components = new Map();
  const naming = createNaming(components, new Set(model.types.keys()));
  for (const [name, { $schema: _schema, title: _title, ...schema }] of model.types) naming.type(name, point(schema));

  function operation({ name, source }: OperationModel) {
    const { summary, description, params, query, body, data, mediaType, example } = source;
    return {
      summary,
      description,
      params: params && Object.fromEntries(Object.entries(params).map(([key, schema]) => [key, point(schema)])),
      query: query && point(query),
      body: body && naming.component(`${pascal(name)}Body`, point(body)),
      data: naming.component(pageName(data) ?? `${pascal(name)}Data`, point(data)),
      mediaType,
      example,
    };
  }

  function frame(stem: string, { source }: FrameModel) {
    const { payload, ack, ...rest } = source;
    return {
      ...rest,
      name: stem,
      payload: naming.component(`${stem}Payload`, point(payload)),
      ack: ack && naming.component(`${stem}Ack`, point(ack)),
    };
  }

  const frames = (list: FrameModel[], side: string) =>
    Object.fromEntries(list.map((each) => [each.name, frame(`${side}${pascal(each.name)}`, each)]));

  const event = ({ source, payload: { type, schema } }: EventModel) => ({
    name: type,
    summary: source.summary,
    payload: naming.parts(type, point(schema)),
    example: source.example,
  });

  const documents = {
    errors: Object.fromEntries([...model.source.errors].map(([name, { summary }]) => [name, summary])),
    operations: Object.fromEntries(model.operations.map((each) => [each.name, operation(each)])),
    events: Object.fromEntries(model.events.map((each) => [each.name, event(each)])),
    clientFrames: frames(model.clientFrames, ''),
    serverFrames: frames(model.serverFrames, 'Server'),
  };
  const types = Object.fromEntries(
    [...components]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, schema]) => [name, { schema, refs: refsIn(schema) }]),
  );
  return `${header}
import type { DocumentSource } from '../documents.js';

export const documents: DocumentSource = ${JSON.stringify({ types, ...documents }, null, 2)};
`;
}

function point(schema: Schema): Schema {
  return retarget(schema, (name) => `#/components/schemas/${name}`);
}

/** Names a page after its items, so that all operations with the same items share the name. */
function pageName({ properties }: Schema): string | undefined {
  if (!isObject(properties) || Object.keys(properties).sort().join() !== 'has_more,items') return undefined;
  const { items } = properties;
  const item = isObject(items) && isObject(items.items) ? refName(items.items.$ref) : undefined;
  return item && `Page${item}`;
}
