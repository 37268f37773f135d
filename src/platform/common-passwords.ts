/**
 * The guesses that attackers of Spanish and English speaking people try first: sequences, words of love,
 * clubs, first names, months. Folded: lower case, no accents (ñ is n). Written by hand from what published
 * leaks have in common; variants with digits at the end are covered by the policy.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
  123456 123456789 12345678 12345 1234567 1234567890 123123 111111 000000 654321 666666 121212
  112233 123321 987654321 159753 147258369 147852369 789456123 741852963 123654 456789 101010
  131313 252525 102030 010203 11223344 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc qazwsx
  qazwsxedc zaq12wsx zaq1zaq1 q1w2e3r4 q1w2e3r4t5 123qwe qwe123 123abc abc123 a1b2c3 a1b2c3d4
  a123456 a12345678 123456a 1234qwer qwer1234 asdf1234 qwerty qwertyui qwertyuiop qwerty123
  qwerty1234 azerty asdfgh asdfghjkl asdfasdf zxcvbn zxcvbnm poiuytrewq password passw0rd
  password1 passwort pass passpass secret secreto letmein welcome welcome1 admin administrator
  administrador administradora root toor master superman batman spiderman pokemon naruto dragon
  monkey shadow sunshine princess iloveyou trustno1 starwars football baseball basketball soccer
  hockey hello freedom whatever ninja mustang access flower cheese computer internet samsung nokia
  google facebook instagram whatsapp youtube twitter tiktok linkedin microsoft windows apple
  android iphone yahoo hotmail gmail outlook amazon netflix spotify paypal login logmein default
  changeme change temporal temporary prueba pruebas test testing tester test123 demo guest
  invitado usuario user usuario1 cliente clientes empresa oficina trabajo soporte contacto
  informatica contrasena contrasenya clave claves claveacceso miclave miclave1 micontrasena
  mipassword nuevacontrasena nuevaclave acceso entrar entrada bienvenido bienvenida bienvenidos
  hola holahola holamundo holaquetal buenosdias adios gracias porfavor nose nolose nomeacuerdo
  olvidada olvide tequiero teamo teamomucho tqm tkm teadoro mivida miamor amor amores amorcito
  corazon corazones princesa princesas principe reina reyes cielo cielito estrella estrellas
  estrellita mariposa mariposas sirena bonita bonito hermosa hermoso guapa guapo preciosa precioso
  carino besos besitos angel angelito angeles diosesamor diosteama dios jesus jesucristo cristo
  virgen familia mifamilia mama papa mamaypapa mimama mamita papito hijos mishijos hermano hermana
  abuelo abuela bebe bebito amigo amigos amigas amistad siempre felicidad alegria esperanza
  libertad sonrisa suerte vida lavida paraiso barcelona realmadrid madrid athletic atletico
  atleticodemadrid sevilla betis valencia zaragoza malaga espanyol celta deportivo osasuna
  villarreal realbetis futbol futbolista messi cristiano ronaldo cr7 neymar maradona iniesta
  casillas ramos barca barsa fcbarcelona forcabarca visca viscabarca halamadrid campeon campeones
  mexico argentina colombia venezuela ecuador chile peru bolivia paraguay uruguay espana espanol
  cataluna catalunya andalucia galicia asturias cantabria euskadi murcia alicante bilbao granada
  cordoba salamanca toledo mallorca menorca ibiza canarias tenerife laspalmas america chivas pumas
  cruzazul bocajuniors boca river riverplate colocolo alianza alejandro alejandra alberto alvaro
  andrea andres angela antonio antonia beatriz carlos carmen carolina catalina claudia cristian
  cristina daniel daniela david diego eduardo elena emilio enrique esteban fernando fernanda
  francisco francisca gabriel gabriela gonzalo guillermo gustavo ignacio isabel isabella ivan
  jaime javier jesica jessica jorge jose joseluis josemaria juan juancarlos juanjo juanito julia
  julian julio laura leonardo lorena lucia luis luisa luisfernando manuel manolo marcos margarita
  maria mariajose mariana marina mario marta martin martina mateo mauricio mercedes miguel
  miguelangel monica natalia nicolas nuria oscar pablo paco paola patricia paula pedro pepe pilar
  rafael ramon raquel raul ricardo roberto rocio rodrigo rosa ruben samuel sandra santiago sara
  sebastian sergio silvia sofia sonia susana teresa tomas valentina valeria vanesa vanessa
  veronica vicente victor victoria ximena yolanda enero febrero marzo abril mayo junio agosto
  septiembre octubre noviembre diciembre lunes martes miercoles jueves viernes sabado domingo
  primavera verano otono invierno navidad vacaciones playa montana fiesta cerveza cafe chocolate
  caramelo fresa manzana naranja limon platano gato gatito perro perrito conejo caballo tigre leon
  lobo lobos aguila delfin tortuga pajaro pollito ratoncito elefante serpiente toro torero
  flamenco rojo azul verde amarillo negro blanco morado rosado naranjito colores musica guitarra
  piano bailar salsa reggaeton rock metallica nirvana shakira rebelde rbd hola123 casa casita
  coche moto camion bicicleta ordenador telefono movil escuela colegio instituto universidad
  profesor estudiante matematicas pujante pujante1 pujanteapp marketing publicidad anuncios
  anuncio campana campanas googleads adwords ventas tienda negocio dinero millones millonario
  banco seguro seguridad privado privada personal publico superusuario sistema servidor servicio
  oficina1 qwertz asd asdasd asdqwe qweasd qweqwe qweasdzxc zxczxc wasd aaaaaa abcd abcde abcdef
  abcdefg abcdefgh abcd1234 abc12345 aa123456 aaa111 lol lololol jajaja jajajaja jejeje hahaha
  pepito fulano menganito perico coco cocodrilo patata tomate cebolla lechuga paella tortilla
  jamon croqueta chorizo aceituna gazpacho mierda puta putas cabron joder culo tonto tonta idiota
  gilipollas follar sexo sexy killer hacker matrix gandalf legolas frodo hobbit hogwarts
  harrypotter pikachu goku vegeta sasuke itachi minecraft roblox fortnite zelda mario1 sonic
  playstation xbox nintendo counterstrike maganda michelle jordan charlie thomas robert george
  daniela1 nicole ashley jasmine anthony andrew joshua matthew jennifer hunter buster soccer1
  tigger ginger pepper cookie banana summer winter spring autumn orange purple silver golden
  diamond
`
    .trim()
    .split(/\s+/),
)
