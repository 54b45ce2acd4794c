// The messages of the first page, in one file. Its name is known to the server, which announces it to the browser.
export default import.meta.glob<Record<string, string>>(
  ["../../../src/closecall/messages/it/{core,page,home}.json", "../../../src/closecall/games/*/messages/it/page.json"],
  { eager: true, import: "default" },
);
