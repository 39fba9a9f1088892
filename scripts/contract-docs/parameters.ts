/** Descriptions of the parameters of paths and queries; the contract has their types. */
export const parameters: Readonly<Record<string, { readonly description: string; readonly schema: object }>> =
  {
    id: { description: 'The id.', schema: { type: 'integer' } },
    messageId: { description: 'The id of a message, not of a chat.', schema: { type: 'integer' } },
    courseId: { description: 'The id of a course.', schema: { type: 'integer' } },
    code: { description: 'The public code of an alert.', schema: { type: 'string', minLength: 1 } },
    ticker: { description: 'The symbol, for example AAPL.', schema: { type: 'string', minLength: 1 } },
    chat_type: {
      description: 'GR = group chats, PR = personal chats.',
      schema: { type: 'string', enum: ['GR', 'PR'] },
    },
    min_id: { description: 'The id of a message; -1 for the beginning.', schema: { type: 'integer' } },
    page: {
      description: 'Begins at 1. A page past the last is empty.',
      schema: { type: 'integer', minimum: 1 },
    },
    q: { description: 'A part of a symbol or a name.', schema: { type: 'string' } },
    interval: { description: 'The length of a candle, for example 1d.', schema: { type: 'string' } },
    from: { description: 'Unix seconds.', schema: { type: 'integer' } },
    to: { description: 'Unix seconds.', schema: { type: 'integer' } },
  };
