/** Spanish statements, each behind what it is: written for this test, with such as look like another. */

export const spanish = `
rule	Nunca enviar facturas sin permiso de Nadia.
rule	Siempre hay que probar antes en el entorno de ensayo.
rule	No borres nada de la carpeta compartida.
rule	A partir de ahora cada presupuesto lo revisan dos personas.
rule	La puerta debe estar cerrada de noche.
rule	**Regla:** una rama por encargo
rule	Está prohibido publicar nombres de clientes.
rule	Ninguna entrega sin firma.
rule	Importante: la copia va antes que la actualización
decision	**Decisión:** seguimos con el nombre antiguo
decision	Hemos decidido mover el taller a Vigo.
decision	Acordamos que los invitados pagan el aparcamiento.
decision	Se decidió no vender fuera del país.
decision	Ana eligió la sala pequeña.
lesson	**Lección:** reservar la sala antes de invitar
lesson	Aprendimos que los presupuestos caducan a los diez días.
lesson	La próxima vez, pedir un recibo.
lesson	Resulta que hay que vaciar la caché a mano.
preference	Clara prefiere respuestas cortas.
preference	A Otto no le gustan las llamadas por la noche.
preference	Le encanta el té verde.
preference	Pablo no come pescado.
correction	Clara me corrigió: el contrato acaba en mayo.
correction	Corrección: la oficina está en la cuarta planta
correction	La clase no empieza en marzo sino en abril.
identity	Me llamo Enebro.
identity	**Zona horaria:** Europe/Madrid
identity	Vive en Granada desde niña.
person	María Keller es la directora financiera.
person	Nuestro casero se llama Juan Prado.
person	**Elena Ito** – jefa de ventas en Osaka
person	Rosa es mi hermana.
fact	El archivo está en el segundo disco.
none	El proceso nunca terminó y me fui a casa.
none	¿Siempre hay que preguntar a Clara?
none	Hay que decidir todavía el nuevo logo.
none	Aún no se ha decidido el sitio.
none	Quizás debamos preguntar siempre.
none	Hablé una hora con Clara del plan.
none	Cambié la portada y quedó bien.
none	Tengo que acabar las diapositivas mañana.
none	El curso de aprendizaje automático empieza en primavera.
none	Corrigió una errata en el pie de página.
operational	Bandeja: sin novedades.
operational	Revisado, nada nuevo.
operational	Copia de seguridad terminada a las 02:00.
operational	12 mensajes, 3 errores
finished	Hecho: pedidas las sillas
superseded	La tarifa antigua ya no es válida.
expired	El vale es válido hasta el 2025-03-01.
secret	La contraseña es Sol#Monte42
secret	Credenciales: admin / x81kkQz-99
rule	Mara pidió explícitamente una llamada antes de abrir.
rule	El calendario de la pared es la fuente de verdad.
lesson	Descubrimiento: la bomba vieja funciona también con agua salada.
lesson	La recogida solo es posible por el puerto.
preference	Mara se interesa por las bombas antiguas.
decision	Voto unánime: el cobertizo se queda detrás del roble.
rule	El barco azul está reservado para los de la isla.
lesson	La máquina solo acepta monedas.
`;
