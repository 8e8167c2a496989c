#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
#
# One window with a widget of each kind: qt.py 5 or qt.py 6. What is done to a widget is said on
# standard output, so that a test sees it without asking the accessibility bus.
import sys

if sys.argv[1] == "6":
    from PyQt6.QtCore import Qt
    from PyQt6.QtWidgets import *
else:
    from PyQt5.QtCore import Qt
    from PyQt5.QtWidgets import *


def say(*words):
    print(*words, flush=True)


def texts(form):
    name = QLineEdit("Ada")
    name.textChanged.connect(lambda text: say("name", repr(text)))
    name.returnPressed.connect(lambda: say("entered"))
    form.addRow("&Name", name)
    password = QLineEdit()
    password.setEchoMode(QLineEdit.EchoMode.Password)
    password.textChanged.connect(lambda text: say("password of", len(text)))
    form.addRow("&Password", password)
    story = QPlainTextEdit("first line\nsecond line\nthird")
    story.setTabChangesFocus(True)
    story.setMaximumHeight(60)
    story.textChanged.connect(lambda: say("story", repr(story.toPlainText())))
    form.addRow("&Story", story)
    return name


def choices(form):
    check = QCheckBox("&Extra cheese")
    check.toggled.connect(lambda on: say("check", on))
    form.addRow(check)
    sizes = QGroupBox("Size")
    small, large = QRadioButton("Small"), QRadioButton("Large")
    small.setChecked(True)
    large.toggled.connect(lambda on: say("large", on))
    row = QHBoxLayout(sizes)
    row.addWidget(small)
    row.addWidget(large)
    form.addRow(sizes)
    spin = QSpinBox()
    spin.setValue(5)
    spin.valueChanged.connect(lambda value: say("quantity", value))
    form.addRow("&Quantity", spin)
    slider = QSlider(Qt.Orientation.Horizontal)
    slider.setRange(0, 10)
    slider.setValue(4)
    slider.valueChanged.connect(lambda value: say("volume", value))
    form.addRow("&Volume", slider)
    colour = QComboBox()
    colour.addItems(["red", "green", "blue"])
    colour.currentTextChanged.connect(lambda text: say("colour", text))
    form.addRow("&Colour", colour)


def collections(form):
    words = QListWidget()
    words.addItems(["one", "two", "three"])
    words.setMaximumHeight(60)
    words.setCurrentRow(0)
    words.currentTextChanged.connect(lambda text: say("word", text))
    form.addRow("&Words", words)
    table = QTableWidget(3, 2)
    table.setHorizontalHeaderLabels(["City", "Size"])
    table.setMaximumHeight(90)
    table.setTabKeyNavigation(False)
    for row, cells in enumerate([["Rome", "3"], ["Oslo", "1"], ["Bern", "2"]]):
        for column, cell in enumerate(cells):
            table.setItem(row, column, QTableWidgetItem(cell))
    form.addRow("C&ities", table)
    tree = QTreeWidget()
    tree.setHeaderLabels(["Thing"])
    fruit = QTreeWidgetItem(["fruit"])
    fruit.addChild(QTreeWidgetItem(["apple"]))
    fruit.addChild(QTreeWidgetItem(["pear"]))
    tree.addTopLevelItem(fruit)
    tree.addTopLevelItem(QTreeWidgetItem(["stone"]))
    tree.setMaximumHeight(80)
    form.addRow("&Tree", tree)


def ask(window):
    box = QMessageBox(window)
    box.setWindowTitle("Question")
    box.setText("Delete everything?")
    box.setStandardButtons(QMessageBox.StandardButton.Ok | QMessageBox.StandardButton.Cancel)
    answer = box.exec() if sys.argv[1] == "6" else box.exec_()
    say("answer", "ok" if answer == QMessageBox.StandardButton.Ok else "cancel")


def buttons(form, window):
    order = QPushButton("&Order")
    order.clicked.connect(lambda: say("ordered"))
    form.addRow(order)
    delete = QPushButton("&Delete")
    delete.clicked.connect(lambda: ask(window))
    form.addRow(delete)
    bold = QPushButton("&Bold")
    bold.setCheckable(True)
    bold.toggled.connect(lambda on: say("bold", on))
    form.addRow(bold)
    tabs = QTabWidget()
    tabs.addTab(QLabel("Page General"), "General")
    tabs.addTab(QLabel("Page Details"), "Details")
    tabs.currentChanged.connect(lambda index: say("page", index))
    form.addRow(tabs)


application = QApplication(sys.argv)
window = QMainWindow()
window.setWindowTitle("Kitchen")
widget = QWidget()
form = QFormLayout(widget)
name = texts(form)
choices(form)
collections(form)
buttons(form, window)
menu = window.menuBar().addMenu("&File")
menu.addAction("&Open").triggered.connect(lambda: say("opened"))
menu.addAction("&Quit").triggered.connect(window.close)
window.setCentralWidget(widget)
window.resize(600, 700)
window.show()
name.setFocus()
# When the window has the keyboard.
application.applicationStateChanged.connect(
    lambda state: state == Qt.ApplicationState.ApplicationActive and say("ready"))
sys.exit(application.exec() if sys.argv[1] == "6" else application.exec_())
