/** Starts the widget and shows the calls of its callbacks. */
export function embed(): void {
  const place = document.querySelector<HTMLElement>("#pay[data-session]");
  const callbacks = document.querySelector<HTMLElement>("#told");
  if (place === null || callbacks === null) return;
  const show = (name: string, data: object): void => {
    callbacks.textContent = `${name}(${JSON.stringify(data, null, 2)})`;
  };
  window.Vezne?.init({
    sessionId: place.dataset["session"] ?? "",
    container: "#pay",
    onSuccess: (data) => show("onSuccess", data),
    onFail: (error) => show("onFail", error),
  });
}
