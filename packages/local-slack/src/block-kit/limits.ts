/**
 * Slack's size limits for Block Kit, in characters or items. If Slack's docs give two numbers, this has the smaller
 * one, so that blocks accepted here are accepted in any workspace. For an option's value, its own page has long said
 * 150.
 */
export const limits = {
  messageBlocks: 50,
  viewBlocks: 100,
  /**
   * All blocks of a message, measured as JSON except for data tables, of which only the text counts. Slack's limit is
   * undocumented; this is approximate.
   */
  messageBlockCharacters: 13_000,
  viewBytes: 250_000,
  privateMetadata: 3000,
  viewTitle: 24,
  id: 255,
  sectionText: 3000,
  sectionFields: 10,
  fieldText: 2000,
  headerText: 150,
  contextElements: 10,
  actionElements: 25,
  labelText: 2000,
  altText: 2000,
  url: 3000,
  buttonText: 75,
  buttonValue: 2000,
  placeholder: 150,
  optionText: 75,
  optionValue: 150,
  options: 100,
  overflowOptions: 5,
  choiceOptions: 10,
  inputText: 3000,
  filesPerInput: 10,
  confirmTitle: 100,
  confirmText: 300,
  confirmButton: 30,
  tableColumns: 20,
  /** Including the header row. */
  tableRowsAtLeast: 2,
  tableRows: 101,
  tablePageSize: 100,
  /** In all cells of all tables of a message. */
  tableCharacters: 10_000,
} as const;
